import styled from 'styled-components';
import { below } from '../parts/breakpoints';
import type { Block } from './article';
import { InlineText } from './InlineText';

const Items = styled.ul`
  display: grid;
  gap: 6px;
  padding-left: 24px;
  list-style: disc;

  &:is(ol) {
    list-style: decimal;
  }
  & > li::marker {
    color: var(--ink-3);
    font-variant-numeric: tabular-nums;
  }
`;

/** A list, numbered where its order matters. */
export const GuideList = ({ list }: { readonly list: Extract<Block, { kind: 'list' }> }) => (
  <Items as={list.ordered ? 'ol' : 'ul'}>
    {list.items.map((item, at) => (
      <li key={at}>
        <InlineText inline={item} />
      </li>
    ))}
  </Items>
);

/** A table that is too wide scrolls by itself. */
const Frame = styled.div`
  overflow-x: auto;
  border-top: 1px solid var(--line);

  & > table {
    width: 100%;
    font-size: var(--text-sm);
    line-height: 20px;
  }
  & th {
    color: var(--ink-3);
    font-size: var(--text-xs);
    white-space: nowrap;
  }
  & :is(th, td) {
    padding: 9px 20px 9px 0;
    border-bottom: 1px solid var(--line);
    text-align: left;
    vertical-align: top;
  }
  & :is(th, td):last-child {
    padding-right: 0;
  }
  & td > code {
    white-space: nowrap;
  }
  ${below.lists} {
    & td {
      min-width: 140px;
    }
  }
`;

/** A table of words. */
export const GuideTable = ({ table: { head, rows } }: { readonly table: Extract<Block, { kind: 'table' }> }) => (
  <Frame tabIndex={0} role="group" aria-label="Table">
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col">
              <InlineText inline={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {row.map((cell, at) => (
              <td key={at}>
                <InlineText inline={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Frame>
);
