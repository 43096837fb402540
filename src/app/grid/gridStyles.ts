import styled, { css } from 'styled-components';

/**
 * The scroll container. A grid sets, in pixels, the height of its header and rows (`--head`, `--row`), the width of its sticky
 * column at the left (`--side`), and the horizontal padding of cells (`--pad`).
 */
export const Scroller = styled.div`
  position: relative;
  overflow: auto;
  font-size: var(--text-sm);
  font-variant-numeric: tabular-nums;
  /* The header's background extends above the scrollbar. */
  scrollbar-color: var(--line-control) var(--sheet-head);
`;

/** An outline for forced colours, which drop shadows; transparent otherwise. */
export const systemOutline = css`
  outline: 2px solid transparent;
  outline-offset: -2px;
`;

/** As wide as all columns together. */
export const Canvas = styled.div`
  position: relative;
  min-width: 100%;
`;

export const HeadRow = styled.div`
  position: sticky;
  z-index: 3;
  top: 0;
  height: var(--head);
  border-bottom: 1px solid var(--line-strong);
  background: var(--sheet-head);
`;

/** Sticky at the left. */
export const stickyLeft = css`
  position: sticky;
  z-index: 2;
  left: 0;
  width: var(--side);
  height: 100%;
  color: var(--ink-3);
  background: var(--sheet-head);
`;

export const HeadCell = styled.div`
  position: absolute;
  top: 0;
  bottom: 0;
  border-right: 1px solid var(--line);
`;

/**
 * The container of the rows. Rows and cells are plain elements, styled from here by their attributes, as scrolling mounts and
 * unmounts hundreds of them.
 */
export const Rows = styled(Canvas)`
  & > [data-row] {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: var(--row);
    border-bottom: 1px solid var(--line);
  }
  & [data-cell] {
    position: absolute;
    top: 0;
    bottom: 0;
    padding: 0 var(--pad);
    border-right: 1px solid var(--line);
    line-height: calc(var(--row) - 1px);
    text-align: left;
    white-space: nowrap;
  }
  & [data-cell='right'] {
    text-align: right;
  }
  & [data-cell='side'] {
    ${stickyLeft}
  }
  & > [data-row] > [data-marked] {
    background: var(--accent-soft);
  }
`;

/** The draggable edge of a column header that resizes the column. */
export const Edge = styled.i`
  position: absolute;
  z-index: 1;
  top: 0;
  right: -1px;
  bottom: 0;
  width: 9px;
  cursor: col-resize;
  touch-action: none;

  &:hover,
  &:active {
    border-right: 2px solid var(--accent);
  }
`;
