import styled from 'styled-components';
import type { CellValue } from '../../../contract/rows';
import { urlIn } from '../../../contract/urlIn';
import { Icon } from '../../ui/display/Icon';

/** Web and mail addresses; no other scheme becomes a link. */
const LINK = /^(?:https?:\/\/[^\s/]|mailto:[^\s@]+@)\S*$/i;

/** Returns the URL of a text that consists of a web or mail address alone; undefined for all other text, such as `javascript:`. */
function linkOf(value: CellValue): string | undefined {
  if (typeof value !== 'string' || !LINK.test(value)) return undefined;
  return urlIn(value)?.href;
}

/** Returns the text of a link: its URL without `https://` or `mailto:`. */
export const linkText = (text: string) => text.replace(/^(?:https:\/\/|mailto:)/i, '');

const Empty = styled.i`
  color: var(--ink-3);
`;

const Answer = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;

  &[data-yes='true'] > svg {
    color: var(--success-dot);
  }
  &[data-yes='false'] {
    color: var(--ink-3);
  }
`;

const Outside = styled.a`
  color: var(--accent-text);

  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;

interface CellContentProps {
  readonly value: CellValue;
  /** Whether links are tab stops; in the grid they are not, as the grid itself is one. */
  readonly focusable?: boolean;
}

/** The content of a cell. */
export function CellContent({ value, focusable = false }: CellContentProps) {
  if (value === null) return <Empty>empty</Empty>;
  if (typeof value === 'boolean')
    return (
      <Answer data-yes={value}>
        <Icon name={value ? 'check' : 'cross'} size={14} />
        {String(value)}
      </Answer>
    );
  const href = linkOf(value);
  if (href === undefined) return String(value);
  return (
    <Outside href={href} target="_blank" rel="noopener noreferrer nofollow" tabIndex={focusable ? 0 : -1}>
      {linkText(String(value))}
    </Outside>
  );
}
