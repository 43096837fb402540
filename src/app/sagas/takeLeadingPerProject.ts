import type { ActionCreatorWithPayload, PayloadAction } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { fork, take } from 'typed-redux-saga';
import type { OfProject } from '../machine/createMachine';

/** One worker for each project at a time; what comes while it works is passed over. Several projects may go together. */
export const takeLeadingPerProject = <Payload extends OfProject>(
  event: ActionCreatorWithPayload<Payload>,
  worker: (action: PayloadAction<Payload>) => Generator,
) =>
  fork(function* () {
    const running = new Map<string, Task>();
    while (true) {
      const action = yield* take(event);
      const { projectId } = action.payload;
      if (running.get(projectId)?.isRunning() === true) continue;
      running.set(projectId, yield* fork(() => worker(action)));
    }
  });
