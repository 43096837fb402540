import { type HTMLAttributes, type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { Unseen } from '../ui/display/text';
import { lazyPart } from '../ui/overlays/lazyPart';
import { cellId, showCut } from './gridCells';
import { HEAD } from './gridMoves';
import { Canvas, type Scroller } from './gridStyles';
import type { useGridScroll } from './useGridScroll';
import type { GridSelection } from './useSelection';

const WholeCell = lazyPart(async () => (await import(/* webpackChunkName: "gridLater" */ './WholeCell')).WholeCell, {
  failed: () => null,
  waiting: null,
});

interface GridFrameProps extends HTMLAttributes<HTMLDivElement> {
  /** What scrolls, in the looks of the view. */
  readonly as: typeof Scroller;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onKeys: (event: KeyboardEvent<HTMLElement>) => void;
  /** By it the grid names its cells. */
  readonly id: string;
  readonly grid: GridSelection;
  readonly scroll: ReturnType<typeof useGridScroll>;
  /** Read out when it changes. */
  readonly said: string;
  /** Pixels beyond the last column. */
  readonly after?: number;
  /** The head and the rows. */
  readonly children: ReactNode;
}

/** What every grid is: one tab stop that scrolls, whose active cell screen readers know, and shows all of it where it is cut. */
export function GridFrame(props: GridFrameProps) {
  const { as: Look, scroller, id, grid, scroll, said, after = 0, children, onKeys, ...rest } = props;
  const { size, selection } = grid;
  const { active } = selection;
  const activeId = cellId(id, active);
  const [isWanted, setWanted] = useState(false);
  const [hidden, setHidden] = useState<string>();
  if (hidden !== undefined && hidden !== activeId) setHidden(undefined);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isWhole =
      event.target === event.currentTarget && event.currentTarget.querySelector('[data-whole]:not(:empty)') !== null;
    if (event.key === 'Escape' && isWhole) setHidden(activeId);
    else onKeys(event);
  };
  const isShown = active.row === HEAD || scroll.lines.shown.some(({ index }) => index === active.row);
  return (
    <>
      <Look
        ref={scroller}
        role="grid"
        aria-multiselectable="true"
        aria-rowcount={size.rows + 1}
        aria-colcount={size.columns}
        aria-activedescendant={isShown ? activeId : undefined}
        tabIndex={0}
        onMouseOver={showCut}
        onFocus={() => setWanted(true)}
        onKeyDown={onKeyDown}
        {...rest}
      >
        <Canvas role="presentation" style={{ width: scroll.width + after }}>
          {children}
        </Canvas>
        {isWanted && hidden !== activeId && <WholeCell id={activeId} />}
      </Look>
      <Unseen role="status">{said}</Unseen>
    </>
  );
}
