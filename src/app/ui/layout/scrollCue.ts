import { type RefObject, useEffect } from 'react';
import { css } from 'styled-components';

/** Width of the fade at an edge. */
const FADE = '40px';

/** Fades the edges of a horizontally scrolling bar where content is hidden; `useScrollCue` marks these edges. */
export const scrollCue = css`
  --before: 0px;
  --after: 0px;
  scroll-padding-inline: ${FADE};

  &[data-before] {
    --before: ${FADE};
  }
  &[data-after] {
    --after: ${FADE};
  }
  &:is([data-before], [data-after]) {
    mask-image: linear-gradient(to right, #0000, #000 var(--before), #000 calc(100% - var(--after)), #0000);
  }
`;

/** Calls back now, and whenever an element is scrolled or resized. @returns a function that stops this */
export function watchScroll(element: HTMLElement, update: () => void): () => void {
  update();
  const resized = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(update);
  resized?.observe(element);
  element.addEventListener('scroll', update, { passive: true });
  return () => {
    resized?.disconnect();
    element.removeEventListener('scroll', update);
  };
}

/**
 * Marks the edges of a bar where content is hidden.
 *
 * @param content content of the bar; the edges are updated when it changes
 */
export function useScrollCue(bar: RefObject<HTMLElement | null>, content: unknown) {
  useEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const update = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      element.toggleAttribute('data-before', scrollLeft > 1);
      element.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    return watchScroll(element, update);
  }, [bar, content]);
}

/** Shadows at the edges of horizontally scrolling code where code is hidden; a cover that scrolls along hides each shadow. */
export const codeCue = css`
  background:
    linear-gradient(to right, var(--code-bg) 50%, transparent) 0 / 36px 100% no-repeat local,
    linear-gradient(to left, var(--code-bg) 50%, transparent) 100% / 36px 100% no-repeat local,
    linear-gradient(to right, var(--line-strong), transparent) 0 / 12px 100% no-repeat,
    linear-gradient(to left, var(--line-strong), transparent) 100% / 12px 100% no-repeat var(--code-bg);
`;
