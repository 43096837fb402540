import { css } from 'styled-components';
import { fineText } from '../display/text';
import { below } from './breakpoints';

/** A table of numbers: small heads, and a line above every row of its body. */
export const tableLook = css`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  font-size: var(--text-sm);
  font-variant-numeric: tabular-nums;
  line-height: 20px;

  th,
  td {
    border-top: 1px solid var(--line);
  }
  thead th,
  thead td {
    border-top: 0;
    color: var(--ink-3);
    font-size: var(--text-xs);
    font-weight: var(--weight-medium);
    white-space: nowrap;
  }
`;

/** A list of things: room around each cell, a quiet second line as `small`, the last column at the right; phones leave out `data-wide`. */
export const listTable = css`
  width: 100%;
  font-size: var(--text-sm);
  line-height: 20px;

  th {
    height: 36px;
    padding: 0 16px;
    color: var(--ink-3);
    font-size: var(--text-xs);
    white-space: nowrap;
  }
  td {
    padding: 12px 16px;
    border-top: 1px solid var(--line);
    color: var(--ink-2);
  }
  td:last-child {
    text-align: right;
  }
  small {
    display: block;
    ${fineText}
  }
  ${below.lists} {
    [data-wide] {
      display: none;
    }
  }
`;
