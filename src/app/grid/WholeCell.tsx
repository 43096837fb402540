import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { Box, useCellPlace } from './CellBox';
import { truncatedText } from './gridCells';

/** Covers the cell and ignores the pointer. Hidden from screen readers, which read the full text of the cell anyway. */
const Whole = styled(Box).attrs({ 'aria-hidden': true, 'data-whole': '' })`
  display: none;
  overflow: hidden;
  max-width: min(480px, 78vw);
  max-height: 50vh;
  padding: calc((var(--row) - 21px) / 2) var(--pad);
  border-radius: 0;
  background: var(--surface);
  box-shadow: var(--focus-inset), var(--shadow-3);
  white-space: pre-line;
  pointer-events: none;

  [role='grid']:focus > &:not(:empty) {
    display: block;
  }
`;

/** The full text of the active cell or header, if it is truncated, while the grid has the focus. */
export function WholeCell({ id }: { readonly id: string }) {
  const box = useRef<HTMLDivElement>(null);
  const cell = () => document.getElementById(id);
  useLayoutEffect(() => {
    const active = cell();
    if (box.current !== null) box.current.textContent = (active && truncatedText(active)) ?? '';
  });
  useCellPlace(box, 'over', cell);
  return <Whole ref={box} />;
}
