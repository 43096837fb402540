import { useEffect, useEffectEvent } from 'react';
import type { UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { RootState } from './rootReducer';
import type { AppDispatch } from './store';

/** `useSelector` of the app's store. Arguments after the selector are passed to it after the state. */
export const useAppSelector = <Args extends readonly unknown[], Selected>(
  selector: (state: RootState, ...args: Args) => Selected,
  ...args: Args
): Selected => useSelector((state: RootState) => selector(state, ...args));

/** `useDispatch` of the app's store, for plain actions only: sagas run the side effects. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();

/**
 * Dispatches `opened` on mount and again whenever it changes; dispatches `left()` before each change and on unmount.
 *
 * @param opened the event to dispatch; nothing is dispatched while undefined
 */
export function useOnScreen(opened: UnknownAction | undefined, left?: () => UnknownAction) {
  const dispatch = useAppDispatch();
  const open = useEffectEvent(() => {
    if (opened) dispatch(opened);
  });
  const key = JSON.stringify(opened);
  useEffect(() => {
    open();
    return () => {
      if (left) dispatch(left());
    };
  }, [dispatch, left, key]);
}
