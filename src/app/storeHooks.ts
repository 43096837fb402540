import { useDispatch, useSelector } from 'react-redux';
import type { RootState } from './rootReducer';
import type { AppDispatch } from './store';

/** `useSelector` of the app's store: a selector of another state does not compile. */
export const useAppSelector = useSelector.withTypes<RootState>();

/** `useDispatch` of the app's store, which takes actions alone: sagas do the rest. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
