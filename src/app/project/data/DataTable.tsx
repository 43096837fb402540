import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import styled from 'styled-components';
import { below, Card } from '../../ui/layout/spacing';
import { lazyPart } from '../../ui/overlays/lazyPart';
import { type GridHandle, RowsGrid, type RowsGridProps } from './RowsGrid';

const RowPanel = lazyPart(async () => (await import(/* webpackChunkName: "editing" */ '../edit/RowPanel')).RowPanel);

const Beside = styled.div<{ $open: boolean }>`
  display: grid;
  grid-template-columns: ${({ $open }) => ($open ? 'minmax(0, 1fr) 320px' : 'minmax(0, 1fr)')};
  gap: 16px;
  align-items: start;

  ${below.columns} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** The card that rows stand in. */
export const RowsCard = styled(Card)`
  overflow: hidden;

  /* Rows would cover a ring inside. */
  &:has(> :focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  @supports selector(:has(*)) {
    & > :focus-visible {
      outline: 0;
    }
  }
`;

interface DataTableProps extends Omit<RowsGridProps, 'ref' | 'onOpen' | 'onMove'> {
  /** Column that every row needs a value of its own in. */
  readonly keyColumn?: string | undefined;
}

/** The row that is read beside the grid; it follows the active one. */
function useOpenRow() {
  const grid = useRef<GridHandle>(null);
  const [row, setRow] = useState<number>();
  const follow = useCallback((next: number) => setRow((open) => (open === undefined ? undefined : next)), []);
  const close = () => {
    setRow(undefined);
    grid.current?.focus();
  };
  return { grid, row, open: setRow as (row: number) => void, follow, close };
}

/** The rows as a grid, and the one that was opened beside it. */
export function DataTable({ name, title, all, writable, keyColumn, onLeave, onAdd }: DataTableProps): ReactNode {
  const { grid, row, open, follow, close } = useOpenRow();
  return (
    <Beside $open={row !== undefined}>
      <RowsCard>
        <RowsGrid ref={grid} {...{ name, title, all, writable, onLeave, onAdd }} onOpen={open} onMove={follow} />
      </RowsCard>
      {row !== undefined && (
        <Suspense fallback={null}>
          <RowPanel {...{ name, writable, keyColumn, index: row }} onStep={(next) => grid.current?.goTo(next)} onClose={close} />
        </Suspense>
      )}
    </Beside>
  );
}
