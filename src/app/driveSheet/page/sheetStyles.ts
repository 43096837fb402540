import styled from 'styled-components';

/** In pixels: height of the header, height of a row, width of the row numbers, which have up to seven digits. */
export const HEAD_HEIGHT = 29;
export const ROW_HEIGHT = 28;
export const NUMBER_WIDTH = 60;

/** The whole page: bar, formula bar, grid and tabs fill the window. */
export const SheetFrame = styled.div`
  display: flex;
  flex-direction: column;
  height: 100dvh;
  min-height: 320px;
  background: var(--surface);
`;

/** Below the last row. */
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
    color: var(--ink-2);
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
