import type { ActionCreatorWithPayload, PayloadAction } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { fork, take } from 'typed-redux-saga';
import type { OfProject } from '../machine/createMachine';

/** `takeLeading` per project: runs one worker at a time for each project, and ignores its events meanwhile. Projects run in parallel. */
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
