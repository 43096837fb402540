import { css } from 'styled-components';
import { scrollCue } from './scrollCue';

/** A bar whose tabs hang from its top line, as in a spreadsheet. */
export const hangingBar = css`
  display: flex;
  gap: 4px;
  overflow-x: auto;
  padding-bottom: 3px;
  border-top: 1.5px solid var(--line-strong);
  scrollbar-width: none;
  ${scrollCue}
`;

/** The shape of a hanging tab. */
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

/** The dot on the current tab. */
export const tabPoint = css`
  content: '';
  flex: none;
  width: 6px;
  height: 6px;
  border-radius: 50%;
  background: currentColor;
`;

/** A hanging tab: its name, then its number of rows. */
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

/** Height of the bar of tabs above the rows, in pixels. */
const TABS_HEIGHT = 40;

/** Windows in which the bar is sticky; in lower ones only the header of the page is. */
const tall = '@media (min-height: 600px)';

/** A bar of tabs that is sticky below the header; rows, which may be wider, scroll under it. */
export const staysAboveRows = css`
  ${tall} {
    position: sticky;
    z-index: var(--z-sticky);
    top: var(--header-h);
    /* The background extends beyond both sides, without making the page wider. */
    border-image: conic-gradient(var(--canvas) 0 0) fill 0 / 0 / 0 100vw;

    /* The bar is visible anyway: no scrolling when an element in it is focused. */
    & :is(a, button) {
      scroll-margin-top: -16px;
    }
  }
`;

/** Below the bar: sets `--kept` to the height of the sticky elements at the top of the window. */
export const underTabs = css`
  --kept: var(--header-h);

  ${tall} {
    --kept: calc(var(--header-h) + ${TABS_HEIGHT}px);
  }
`;
