import { type HTMLAttributes, type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { Unseen } from '../ui/display/text';
import { lazyPart } from '../ui/overlays/lazyPart';
import { cellId, showFullText } from './gridCells';
import { HEAD } from './gridMoves';
import { Canvas, type Scroller } from './gridStyles';
import type { useGridScroll } from './useGridScroll';
import type { GridSelection } from './useSelection';

const WholeCell = lazyPart(async () => (await import(/* webpackChunkName: "gridLater" */ './WholeCell')).WholeCell, {
  failed: () => null,
  waiting: null,
});

interface GridFrameProps extends HTMLAttributes<HTMLDivElement> {
  /** The scroll container, with the styles of the view. */
  readonly as: typeof Scroller;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onKeys: (event: KeyboardEvent<HTMLElement>) => void;
  /** Prefix of the ids of the cells. */
  readonly id: string;
  readonly grid: GridSelection;
  readonly scroll: ReturnType<typeof useGridScroll>;
  /** Text for screen readers, announced when it changes. */
  readonly announcement: string;
  /** Pixels after the last column. */
  readonly after?: number;
  /** The header and the rows. */
  readonly children: ReactNode;
}

/** The frame of every grid: one tab stop that scrolls, with the active cell for screen readers and its full text if it is truncated. */
export function GridFrame(props: GridFrameProps) {
  const { as: Look, scroller, id, grid, scroll, announcement, after = 0, children, onKeys, ...rest } = props;
  const { size, selection } = grid;
  const { active } = selection;
  const activeId = cellId(id, active);
  const [shouldLoad, setShouldLoad] = useState(false);
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
        onMouseOver={showFullText}
        onFocus={() => setShouldLoad(true)}
        onKeyDown={onKeyDown}
        {...rest}
      >
        <Canvas role="presentation" style={{ width: scroll.width + after }}>
          {children}
        </Canvas>
        {shouldLoad && hidden !== activeId && <WholeCell id={activeId} />}
      </Look>
      <Unseen role="status">{announcement}</Unseen>
    </>
  );
}
