import { css } from 'styled-components';

/** Styles of a table of numbers: small headers, and a line above every row of the body. */
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
