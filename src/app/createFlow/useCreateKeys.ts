import { useEffect, type RefObject } from 'react';
import { createRequested, draftCleared } from './createFlowSlice';
import { useAppDispatch } from '../storeHooks';

const actsOnEnter = 'button, a, select, [role="menuitem"]';

/** Enter creates when there is a preview; Esc clears. What the focus is on goes first. */
export function useCreateKeys(page: RefObject<HTMLElement | null>, input: RefObject<HTMLInputElement | null>) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element;
      const here = target === document.body || page.current?.contains(target);
      if (!here || event.defaultPrevented || event.isComposing) return;
      if (event.key === 'Enter' && target.closest(actsOnEnter) === null) dispatch(createRequested());
      if (event.key !== 'Escape') return;
      dispatch(draftCleared());
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [dispatch, page, input]);
}
