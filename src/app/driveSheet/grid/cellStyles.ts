import styled, { css } from 'styled-components';
import { ROW_HEIGHT } from '../page/sheetStyles';

const activeLook = css`
  z-index: 2;
  background: var(--surface);
  box-shadow: inset 0 0 0 2px var(--accent);

  &::after {
    content: '';
    position: absolute;
    right: -3px;
    bottom: -3px;
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: var(--accent);
    box-shadow: 0 0 0 1.5px var(--surface);
  }
`;

const clashLook = css`
  box-shadow: inset 0 0 0 2px var(--warn-dot);
`;

/** A value that may be wrong by now is struck by dots, beside its sign. */
const staleLook = css`
  & > span {
    color: var(--ink-2);
    text-decoration: underline dotted var(--warn-dot);
    text-underline-offset: 4px;
  }
`;

interface CellLook {
  readonly $right: boolean;
  readonly $active: boolean;
  readonly $marked: boolean;
  readonly $clash: boolean;
  readonly $formula: boolean;
  readonly $stale: boolean;
}

export const Cell = styled.div<CellLook>`
  position: absolute;
  top: 0;
  bottom: 0;
  padding: 0 8px 0 ${({ $formula }) => ($formula ? 22 : 8)}px;
  border-right: 1px solid var(--line);
  background: ${({ $marked }) => ($marked ? 'var(--accent-soft)' : 'none')};
  line-height: ${ROW_HEIGHT - 1}px;
  text-align: ${({ $right }) => ($right ? 'right' : 'left')};
  cursor: cell;
  ${({ $active }) => $active && activeLook}
  ${({ $clash }) => $clash && clashLook}
  ${({ $stale }) => $stale && staleLook}

  & > span {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    unicode-bidi: plaintext;
  }
  & > span:has(em) {
    overflow: visible;
    color: var(--ink-3);
  }
  & > i {
    position: absolute;
    top: 8px;
    left: 7px;
    color: var(--ink-3);
    font: italic 500 10px/12px var(--font-mono);
  }
  & > i > svg {
    display: block;
    color: var(--warn-text);
  }
`;

/** What a formula's cell says while it is active. */
export const Tip = styled.div<{ readonly $wide: boolean; readonly $isLeft: boolean }>`
  position: absolute;
  z-index: 3;
  top: 33px;
  ${({ $isLeft }) => ($isLeft ? 'right' : 'left')}: -2px;
  padding: 6px 10px;
  border-radius: var(--r);
  color: var(--canvas);
  background: var(--ink);
  font-size: var(--text-xs);
  font-weight: var(--weight-regular);
  line-height: 16px;
  text-align: left;
  ${({ $wide }) => ($wide ? 'width: 264px; white-space: normal;' : 'white-space: nowrap;')}
  pointer-events: none;
`;

/** What stands open at a cell. */
export const popover = css`
  position: absolute;
  z-index: 3;
  display: grid;
  gap: 4px;
  padding: 10px 12px;
  border-radius: var(--r);
  color: var(--ink);
  background: var(--raised);
  box-shadow: var(--shadow-3);
  font-weight: var(--weight-regular);
  line-height: 20px;
  text-align: left;
  white-space: normal;
  cursor: default;

  & > strong {
    font-weight: var(--weight-semibold);
  }
`;

/** The input over the cell that is edited. */
export const CellInput = styled.input`
  position: absolute;
  z-index: 1;
  inset: 0;
  width: 100%;
  min-width: 100%;
  padding: 0 8px;
  border: 0;
  outline: 0;
  color: var(--ink);
  background: var(--surface);
  font-size: var(--text-sm);
  text-align: inherit;

  &:focus-visible {
    outline: none;
  }
`;
