import type { RootState } from '../rootReducer';

/** Whether a feature's saga has failed too often and is not started again. */
export const selectSomethingStopped = ({ app }: RootState) => app.stopped.length > 0;
