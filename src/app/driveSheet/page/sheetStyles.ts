import styled, { css } from 'styled-components';
import { below } from '../../ui/layout/breakpoints';

/** Pixels of the letters above the columns, of a row, and of the numbers at the left, which have up to seven digits. */
export const HEAD_HEIGHT = 29;
export const ROW_HEIGHT = 28;
export const NUMBER_WIDTH = 60;

/** The whole page: bar, formula, grid and tabs fill the window. */
export const SheetFrame = styled.div`
  display: flex;
  flex-direction: column;
  height: 100dvh;
  min-height: 320px;
  background: var(--surface);
`;

export const Scroller = styled.div`
  position: relative;
  flex: 1;
  overflow: auto;
  min-height: 0;
  font-size: var(--text-sm);
  font-variant-numeric: tabular-nums;
  overscroll-behavior: contain;
  /* The heads go on to the edge of the window, above the scrollbar too. */
  scrollbar-color: var(--line-control) var(--sheet-head);

  &:focus-visible {
    outline: none;
  }
`;

/** As wide as all columns together. */
export const Canvas = styled.div<{ $hidden?: boolean }>`
  position: relative;
  min-width: 100%;
  ${({ $hidden = false }) => $hidden && 'visibility: hidden;'}
`;

const headText = css`
  color: var(--ink-3);
  background: var(--sheet-head);
  font-size: 12px;
  text-align: center;
`;

const markedHead = css`
  color: var(--accent-text);
  background: var(--accent-soft-hover);
  font-weight: var(--weight-semibold);
`;

export const HeadRow = styled.div`
  position: sticky;
  z-index: 4;
  top: 0;
  height: ${HEAD_HEIGHT}px;
  border-bottom: 1px solid var(--line);
  background: var(--sheet-head);
`;

export const Corner = styled.div`
  position: sticky;
  z-index: 1;
  left: 0;
  width: ${NUMBER_WIDTH}px;
  height: 100%;
  border-right: 1px solid var(--line);
  background: var(--sheet-head);
`;

export const Letter = styled.div<{ $marked: boolean }>`
  ${headText}
  position: absolute;
  top: 0;
  bottom: 0;
  border-right: 1px solid var(--line);
  line-height: ${HEAD_HEIGHT - 1}px;
  cursor: default;
  user-select: none;
  ${({ $marked }) => $marked && markedHead}
`;

/** Holds the button after the last column. */
export const AfterColumns = styled.div`
  position: absolute;
  top: 0;
  display: grid;
  place-items: center;
  width: 40px;
  height: 100%;
`;

/** Rows that something of hangs over the next ones lie above those. */
export const RowLine = styled.div<{ $header: boolean; $level: number }>`
  position: absolute;
  z-index: ${({ $level }) => $level};
  top: 0;
  left: 0;
  width: 100%;
  height: ${ROW_HEIGHT}px;
  border-bottom: 1px solid var(--line);
  ${({ $header }) =>
    $header &&
    css`
      border-bottom: 2px solid var(--line-strong);
      font-weight: var(--weight-semibold);
    `}
`;

export const RowNumber = styled.div<{ $marked: boolean }>`
  ${headText}
  position: sticky;
  z-index: 3;
  left: 0;
  width: ${NUMBER_WIDTH}px;
  height: 100%;
  border-right: 1px solid var(--line);
  line-height: ${ROW_HEIGHT - 1}px;
  cursor: default;
  user-select: none;
  ${({ $marked }) => $marked && markedHead}
`;

/** Under the last row. */
export const AfterRows = styled.div`
  position: absolute;
  left: 0;
  width: 100%;
  height: ${ROW_HEIGHT + 1}px;
  border-bottom: 1px solid var(--line);

  & > div {
    position: sticky;
    left: 0;
    width: max-content;
    height: 100%;
  }
  & button {
    display: flex;
    align-items: center;
    height: 100%;
    padding: 0 14px 0 0;
    border: 0;
    color: var(--ink-2);
    background: none;
    font-size: var(--text-sm);
    font-weight: var(--weight-medium);
  }
  & button:hover {
    color: var(--ink);
    background: var(--subtle);
  }
  & button:focus-visible {
    outline-offset: -3px;
  }
  & button > span {
    display: grid;
    place-items: center;
    width: ${NUMBER_WIDTH}px;
    height: 100%;
    margin-right: 13px;
    border-right: 1px solid var(--line);
    background: var(--sheet-head);
  }
`;

/** Not shown on phones. */
export const hideOnPhones = css`
  ${below.lists} {
    display: none;
  }
`;
