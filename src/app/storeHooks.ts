import { useEffect, useEffectEvent } from 'react';
import type { UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { RootState } from './rootReducer';
import type { AppDispatch } from './store';

/** `useSelector` of the app's store: what a selector returns, called with the state and the arguments that follow it. */
export const useAppSelector = <Args extends readonly unknown[], Selected>(
  selector: (state: RootState, ...args: Args) => Selected,
  ...args: Args
): Selected => useSelector((state: RootState) => selector(state, ...args));

/** `useDispatch` of the app's store, which takes actions alone: sagas do the rest. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();

/**
 * Says that something is on the screen, each time with another event, and when it no longer is.
 *
 * @param opened what is there; undefined where nothing is to be said
 */
export function useOnScreen(opened: UnknownAction | undefined, left?: () => UnknownAction) {
  const dispatch = useAppDispatch();
  const open = useEffectEvent(() => {
    if (opened) dispatch(opened);
  });
  const said = JSON.stringify(opened);
  useEffect(() => {
    open();
    return () => {
      if (left) dispatch(left());
    };
  }, [dispatch, left, said]);
}
