import styled, { css } from 'styled-components';
import { Row } from '../layout/spacing';
import { Link } from './Link';
import { Marked, matchIn } from './Marked';

const chip = css`
  display: inline-flex;
  align-items: center;
  max-width: 100%;
  height: 20px;
  padding: 0 7px;
  border: 1px solid var(--line);
  border-top-color: var(--line-strong);
  border-radius: 1px 1px 6px 6px;
  color: var(--ink-2);
  background: var(--subtle);
  font-size: var(--text-xs);
  white-space: nowrap;
`;

const Chip = styled(Link)`
  ${chip}
  position: relative;

  /* The click target is 24 pixels high, the chip 20. */
  &::after {
    content: '';
    position: absolute;
    inset: -3px -1px;
  }
  &:hover {
    color: var(--ink);
    border-color: var(--line-control);
  }
`;

/** A chip that is no link. */
export const TabChip = styled.span`
  ${chip}
`;

const Name = styled.span`
  overflow: hidden;
  max-width: 22ch;
  text-overflow: ellipsis;
`;

/** Maximum number of tabs that are named; the rest is counted. */
const MAX_NAMED = 3;

interface TabChipsProps {
  readonly tabs: readonly { readonly key: number; readonly title: string; readonly to: string }[];
  /** Search whose match is semibold; the count of the rest is semibold if one of them matches. */
  readonly search?: string;
}

/** The first tabs of a spreadsheet as chips, and the number of the others. */
export function TabChips({ tabs, search = '' }: TabChipsProps) {
  const rest = tabs.slice(MAX_NAMED);
  const found = rest.some(({ title }) => matchIn(title, search) !== undefined);
  return (
    <Row $gap={4} $top={4}>
      {tabs.slice(0, MAX_NAMED).map(({ key, title, to }) => (
        <Chip key={key} to={to}>
          <Name>
            <Marked text={title} search={search} />
          </Name>
        </Chip>
      ))}
      {rest.length > 0 && (
        <TabChip title={rest.map((tab) => tab.title).join(', ')}>
          <Marked text={`+${rest.length}`} search={found ? String(rest.length) : ''} />
        </TabChip>
      )}
    </Row>
  );
}
