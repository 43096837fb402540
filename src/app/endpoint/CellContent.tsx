import styled from 'styled-components';
import type { CellValue } from '../../contract/rows';
import { Icon } from '../parts/Icon';

const Empty = styled.i`
  color: var(--ink-3);
`;

const Answer = styled.span<{ $yes: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: ${({ $yes }) => ($yes ? 'inherit' : 'var(--ink-3)')};

  & > svg {
    color: ${({ $yes }) => ($yes ? 'var(--success-dot)' : 'inherit')};
  }
`;

const Outside = styled.a`
  color: var(--accent-text);

  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;

/** The address of a text that is one and nothing else, over https; anything else is no link. */
export function linkOf(value: CellValue): string | undefined {
  if (typeof value !== 'string' || !/^https:\/\/[^\s/]+\S*$/i.test(value)) return undefined;
  return URL.canParse(value) ? new URL(value).href : undefined;
}

/** A value as it stands in its cell. The grid is one tab stop: a link in it is followed by Enter or a press. */
export function CellContent({ value }: { readonly value: CellValue }) {
  if (value === null) return <Empty>empty</Empty>;
  if (typeof value === 'boolean')
    return (
      <Answer $yes={value}>
        <Icon name={value ? 'check' : 'cross'} size={14} />
        {String(value)}
      </Answer>
    );
  const href = linkOf(value);
  if (href === undefined) return String(value);
  return (
    <Outside href={href} target="_blank" rel="noopener noreferrer nofollow" tabIndex={-1}>
      {String(value).replace(/^https:\/\//i, '')}
    </Outside>
  );
}
