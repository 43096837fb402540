import styled from 'styled-components';
import { Box } from '../../grid/CellBox';
import * as kernel from '../../grid/gridStyles';
import { HEAD_HEIGHT, NUMBER_WIDTH, ROW_HEIGHT } from '../page/sheetStyles';

export const Scroller = styled(kernel.Scroller)`
  --head: ${HEAD_HEIGHT}px;
  --side: ${NUMBER_WIDTH}px;
  --row: ${ROW_HEIGHT}px;
  --pad: 8px;
  flex: 1;
  min-height: 0;
  overscroll-behavior: contain;

  &:focus-visible {
    outline: none;
  }
  &[data-coming] > [role='presentation'] {
    visibility: hidden;
  }
`;

export const HeadRow = styled(kernel.HeadRow)`
  border-color: var(--line);
`;

/** Above the row numbers. */
export const Corner = styled(kernel.HeadCell)`
  ${kernel.stickyLeft}
`;

export const Letter = styled(kernel.HeadCell)`
  color: var(--ink-3);
  font-size: 12px;
  line-height: ${HEAD_HEIGHT - 1}px;
  text-align: center;
  cursor: default;
  user-select: none;

  &[data-marked] {
    color: var(--accent-text);
    background: var(--accent-soft-hover);
    font-weight: var(--weight-semibold);
  }
`;

/** Contains the button after the last column. */
export const AfterColumns = styled.div`
  position: absolute;
  top: 0;
  display: grid;
  place-items: center;
  width: 40px;
  height: 100%;
`;

/** The cells; a stale value has a dotted underline and an icon. */
export const Rows = styled(kernel.Rows)`
  & > [data-header] {
    border-bottom: 2px solid var(--line-strong);
    font-weight: var(--weight-semibold);
  }
  & [data-cell] {
    cursor: cell;
  }
  & > [data-row] > [data-cell='side'] {
    padding: 0;
    font-size: 12px;
    text-align: center;
    cursor: default;
    user-select: none;
  }
  & > [data-row] > [data-cell='side'][data-marked] {
    color: var(--accent-text);
    background: var(--accent-soft-hover);
    font-weight: var(--weight-semibold);
  }
  & > [data-row] > [data-active] {
    background: var(--surface);
    ${kernel.systemOutline}
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  & [data-active]::after {
    content: '';
    position: absolute;
    z-index: 1;
    right: -3px;
    bottom: -3px;
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: var(--accent);
    box-shadow: 0 0 0 1.5px var(--surface);
  }
  & > [data-row] > [data-wrong] {
    box-shadow: inset 0 0 0 2px var(--warn-dot);
  }
  & [data-formula] {
    padding-left: 22px;
  }
  & [data-formula='stale'] > span {
    color: var(--ink-2);
    text-decoration: underline dotted var(--warn-dot);
    text-underline-offset: 4px;
  }
  & [data-words] {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    unicode-bidi: plaintext;
  }
  & [data-words]:has(em) {
    overflow: visible;
    color: var(--ink-3);
  }
  & [data-formula] > i {
    position: absolute;
    top: 8px;
    left: 7px;
    color: var(--ink-3);
    font: italic 500 10px/12px var(--font-mono);
  }
  & [data-formula] > i > svg {
    display: block;
    color: var(--warn-text);
  }
`;

/** Tooltip of a formula's cell while it is active. */
export const Tip = styled(Box)<{ readonly $wide: boolean }>`
  margin: 3px 0 0 -2px;
  padding: 6px 10px;
  color: var(--canvas);
  background: var(--ink);
  box-shadow: none;
  font-size: var(--text-xs);
  line-height: 16px;
  ${({ $wide }) => ($wide ? 'width: 264px;' : 'white-space: nowrap;')}
  pointer-events: none;
`;

/** The input over the edited cell. */
export const CellInput = styled.textarea`
  position: absolute;
  z-index: 1;
  inset: 0 0 auto;
  width: 100%;
  min-width: 100%;
  min-height: 100%;
  max-height: 160px;
  padding: 0 8px;
  border: 0;
  ${kernel.systemOutline}
  color: var(--ink);
  background: var(--surface);
  box-shadow: inset 0 0 0 2px var(--accent);
  font: inherit;
  font-size: var(--text-sm);
  letter-spacing: inherit;
  text-rendering: inherit;
  text-align: inherit;
  white-space: pre;
  overflow: hidden;
  resize: none;
  field-sizing: content;

  &:focus-visible {
    ${kernel.systemOutline}
  }
`;
