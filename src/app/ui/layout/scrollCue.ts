import { type RefObject, useEffect } from 'react';
import { css } from 'styled-components';

/** How far what goes on beyond an edge fades. */
const FADE = '40px';

/** A bar that scrolls sideways fades at the edges behind which it goes on; `useScrollCue` says which those are. */
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

/** Has an element looked at now, and whenever it is scrolled or gets another size. @returns the way to end that */
export function watchScroll(element: HTMLElement, look: () => void): () => void {
  look();
  const resized = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(look);
  resized?.observe(element);
  element.addEventListener('scroll', look, { passive: true });
  return () => {
    resized?.disconnect();
    element.removeEventListener('scroll', look);
  };
}

/**
 * Marks on a bar the edges behind which it goes on.
 *
 * @param content what it holds; looked at anew when that changes
 */
export function useScrollCue(bar: RefObject<HTMLElement | null>, content: unknown) {
  useEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      element.toggleAttribute('data-before', scrollLeft > 1);
      element.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    return watchScroll(element, look);
  }, [bar, content]);
}

/** Code that scrolls sideways has a shadow at the edges behind which it goes on: a cover over each goes along with the code. */
export const codeCue = css`
  background:
    linear-gradient(to right, var(--code-bg) 50%, transparent) 0 / 36px 100% no-repeat local,
    linear-gradient(to left, var(--code-bg) 50%, transparent) 100% / 36px 100% no-repeat local,
    linear-gradient(to right, var(--line-strong), transparent) 0 / 12px 100% no-repeat,
    linear-gradient(to left, var(--line-strong), transparent) 100% / 12px 100% no-repeat var(--code-bg);
`;
