import { useEffect, type RefObject } from 'react';
import { selectCreatePhase } from './createFlowSelectors';
import { useAppSelector } from '../storeHooks';

/** The input has the focus on arrival and after a failure; when the preview arrives, the heading of its card has. */
export function usePhaseFocus(input: RefObject<HTMLInputElement | null>, card: RefObject<HTMLElement | null>) {
  const phase = useAppSelector(selectCreatePhase);
  useEffect(() => input.current?.focus(), [input]);
  useEffect(() => {
    if (phase === 'failed') input.current?.focus();
    if (phase === 'previewReady') card.current?.focus();
  }, [phase, input, card]);
}
