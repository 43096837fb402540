import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { Box, useCellPlace } from './CellBox';
import { cutText } from './gridCells';

/** Over the cell, and never in the way of the pointer. It is not read out: screen readers know all of a cell anyway. */
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

/** The active cell or head, whole, where it is cut, while the grid has the focus. */
export function WholeCell({ id }: { readonly id: string }) {
  const box = useRef<HTMLDivElement>(null);
  const cell = () => document.getElementById(id);
  useLayoutEffect(() => {
    const active = cell();
    if (box.current !== null) box.current.textContent = (active && cutText(active)) ?? '';
  });
  useCellPlace(box, 'over', cell);
  return <Whole ref={box} />;
}
