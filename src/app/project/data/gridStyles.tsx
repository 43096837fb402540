import styled, { css, keyframes } from 'styled-components';
import * as grid from '../../grid/gridStyles';
import { ellipsis } from '../../ui/display/text';
import { delayed } from '../../ui/layout/Skeleton';
import { below, insetFocus, Row } from '../../ui/layout/spacing';
import { Button } from '../../ui/forms/Button';

/** Height of the header in pixels: two lines, padding, border. */
export const HEAD_HEIGHT = 49;

/** Width of the `_id` column in pixels; it is sticky at the left. */
export const ID_WIDTH = 132;

const wash = keyframes`
  from { background-color: var(--accent-soft-hover); }
`;

/** Placeholder of a value that is not loaded. */
export const Bar = styled.div`
  display: inline-block;
  width: 64px;
  height: 12px;
  border-radius: 6px;
  background: var(--skeleton);
  ${delayed}
`;

/** The active cell is outlined while the grid has the focus. */
const activeLook = css`
  [role='grid']:focus & {
    ${grid.systemOutline}
    box-shadow: var(--focus-inset);
  }
`;

/** Highlights changed cells for a moment. */
const freshLook = css`
  animation: ${wash} 1.2s var(--ease);
`;

/** Bounds of the rows on the screen: more would slow the page down, fewer could not be read. */
const MAX_ROWS = 40;
const MIN_ROWS = 7;

/** Pixels above and below the rows and their header: the toolbar, the footer, and margins. */
const AROUND = 112;

/** The scroll container: as tall as its rows, or as the window below the sticky bars. */
export const Scroller = styled(grid.Scroller)`
  --head: ${HEAD_HEIGHT}px;
  --side: ${ID_WIDTH}px;
  --pad: 12px;
  --most: calc(100vh - var(--kept) - ${AROUND}px - var(--head));
  max-height: calc(var(--head) + clamp(${MIN_ROWS} * var(--row), var(--most), ${MAX_ROWS} * var(--row)));
  scrollbar-width: thin;

  ${insetFocus}
`;

export const HeadName = styled(grid.HeadCell)<{ $right?: boolean; $active?: boolean; $pressable?: boolean }>`
  padding: 7px var(--pad);
  text-align: ${({ $right }) => ($right ? 'right' : 'left')};
  cursor: ${({ $pressable }) => ($pressable ? 'pointer' : 'auto')};
  ${({ $active }) => $active && activeLook}

  &:hover {
    background: ${({ $pressable }) => ($pressable ? 'var(--sunken)' : undefined)};
  }
  &:last-child {
    border-right: 0;
  }
  & > span {
    display: block;
    ${ellipsis}
    color: var(--ink);
    font-weight: var(--weight-semibold);
    line-height: 18px;
  }
  /* The sort arrow stays visible when the name is truncated. */
  & > span:first-child:has(> [data-words]) {
    display: flex;
    justify-content: ${({ $right }) => ($right ? 'flex-end' : 'flex-start')};
  }
  & [data-words] {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > span + span {
    margin-top: 2px;
    color: var(--ink-3);
    font: 450 10.5px / 14px var(--font-mono);
  }
`;

export const HeadId = styled(HeadName).attrs({ $right: true })`
  ${grid.stickyLeft}

  & > span:first-child {
    color: var(--ink-3);
    font: 500 12px / 18px var(--font-mono);
  }
`;

export const Rows = styled(grid.Rows)`
  & > [data-row]:hover,
  & > [data-row]:hover > [data-cell] {
    background: var(--subtle);
  }
  & [data-cell] {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & [data-cell]:last-child {
    border-right: 0;
  }
  & [data-cell='side'] {
    font-family: var(--font-mono);
    font-size: 12px;
    text-align: right;
  }
  & [data-active] {
    ${activeLook}
  }
  /* The message about a cell is shown below it, outside its box. */
  & [data-edit] {
    overflow: visible;
    background: var(--accent-soft);
  }
  & [data-edit='refused'] {
    box-shadow: inset 0 0 0 2px var(--danger);
  }
  & [data-edit='clashing'],
  & [data-edit='waiting'] {
    box-shadow: inset 0 0 0 2px var(--warn-dot);
  }
  & [data-locked] {
    color: var(--ink-2);
    background: var(--subtle);
  }
  & [data-fresh] {
    ${freshLook}
  }
`;

/** The line below the grid. */
export const FootLine = styled(Row)`
  gap: 4px 12px;
  padding: 9px 14px;
  border-top: 1px solid var(--line-strong);
  color: var(--ink-3);
  font-size: var(--text-xs);
  font-variant-numeric: tabular-nums;

  & > :first-child {
    margin-right: auto;
  }
`;

/** A toolbar button, as high as the search field. */
export const ToolButton = styled(Button)`
  height: max(32px, var(--control-sm));

  ${below.lists} {
    height: var(--control);
  }
`;
