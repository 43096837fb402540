import { css } from 'styled-components';

/** The line that tabs hang from, as in a spreadsheet. */
export const hangingBar = css`
  display: flex;
  gap: 4px;
  overflow-x: auto;
  padding-bottom: 3px;
  border-top: 1.5px solid var(--line-strong);
  scrollbar-width: none;
`;

/** A tab that hangs: its name, then how many rows it has. The current one covers the line and has a point. */
export const hangingTab = css`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 8px;
  max-width: 280px;
  height: 34px;
  padding: 0 14px;
  border: 1px solid var(--line);
  border-top: 0;
  border-radius: 0 0 9px 9px;
  color: var(--ink-2);
  background: var(--subtle);
  font-size: var(--text-sm);
  white-space: nowrap;
  transition:
    background var(--t-fast),
    color var(--t-fast);

  & > span:first-child {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > span:last-child {
    color: var(--ink-3);
    font-size: var(--text-xs);
    font-variant-numeric: tabular-nums;
  }
  &:hover {
    color: var(--ink);
    background: var(--sunken);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  &:is([aria-current], [aria-selected='true']) {
    height: 36px;
    margin-top: -1.5px;
    border-color: var(--accent);
    color: var(--on-accent);
    background: var(--accent);
    font-weight: var(--weight-semibold);
  }
  &:is([aria-current], [aria-selected='true']) > span:last-child {
    color: inherit;
  }
  &:is([aria-current], [aria-selected='true']):focus-visible {
    outline-color: var(--on-accent);
  }
  &:is([aria-current], [aria-selected='true'])::before {
    content: '';
    flex: none;
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: currentColor;
  }
`;
