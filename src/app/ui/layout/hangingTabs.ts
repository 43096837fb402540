import { css } from 'styled-components';
import { scrollCue } from './scrollCue';

/** The line that tabs hang from, as in a spreadsheet. */
export const hangingBar = css`
  display: flex;
  gap: 4px;
  overflow-x: auto;
  padding-bottom: 3px;
  border-top: 1.5px solid var(--line-strong);
  scrollbar-width: none;
  ${scrollCue}
`;

/** The shape of a tab that hangs. */
export const tabShape = css`
  display: inline-flex;
  flex: none;
  align-items: center;
  max-width: 280px;
  height: 34px;
  border: 1px solid var(--line);
  border-top: 0;
  border-radius: 0 0 9px 9px;
  color: var(--ink-2);
  background: var(--subtle);
  font-size: var(--text-sm);
  white-space: nowrap;
`;

/** The current tab covers the line. */
export const currentTab = css`
  height: 36px;
  margin-top: -1.5px;
  border-color: var(--accent);
  color: var(--on-accent);
  background: var(--accent);
  font-weight: var(--weight-semibold);
`;

/** The point on the current tab. */
export const tabPoint = css`
  content: '';
  flex: none;
  width: 6px;
  height: 6px;
  border-radius: 50%;
  background: currentColor;
`;

/** A tab that hangs: its name, then how many rows it has. */
export const hangingTab = css`
  ${tabShape}
  gap: 8px;
  padding: 0 14px;
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
    ${currentTab}
  }
  &:is([aria-current], [aria-selected='true']) > span:last-child {
    color: inherit;
  }
  &:is([aria-current], [aria-selected='true']):focus-visible {
    outline-color: var(--on-accent);
  }
  &:is([aria-current], [aria-selected='true'])::before {
    ${tabPoint}
  }
`;

/** Pixels of the bar of tabs above the rows. */
const TABS_HEIGHT = 40;

/** Windows lower than this keep nothing of a page in place but its header. */
const tall = '@media (min-height: 600px)';

/** A bar of tabs that stays under the header while rows pass under it, which may be wider than it. */
export const staysAboveRows = css`
  ${tall} {
    position: sticky;
    z-index: var(--z-sticky);
    top: var(--header-h);
    /* Reaches beyond both its sides, without making the page wider. */
    border-image: conic-gradient(var(--canvas) 0 0) fill 0 / 0 / 0 100vw;

    /* It is in place already: no need to scroll when something in it takes the focus. */
    & :is(a, button) {
      scroll-margin-top: -16px;
    }
  }
`;

/** Under it: `--kept` is the height of what stays at the top of the window. */
export const underTabs = css`
  --kept: var(--header-h);

  ${tall} {
    --kept: calc(var(--header-h) + ${TABS_HEIGHT}px);
  }
`;
