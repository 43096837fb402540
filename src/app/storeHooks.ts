import { useEffect } from 'react';
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
 * Says that something is on the screen, and when it no longer is.
 *
 * @param payload of the first event: what is there; memoised where it is an object
 */
export function useOnScreen(opened: () => UnknownAction, left: () => UnknownAction): void;
export function useOnScreen<P>(opened: (payload: P) => UnknownAction, left: () => UnknownAction, payload: P): void;
export function useOnScreen<P>(opened: (payload?: P) => UnknownAction, left: () => UnknownAction, payload?: P) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(opened(payload));
    return () => {
      dispatch(left());
    };
  }, [dispatch, opened, left, payload]);
}
