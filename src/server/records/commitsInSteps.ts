import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInSteps } from '../endpoints/engine/runInSteps';
import type { TabGroup } from './group';
import type { TabCommit } from './logStore';

/** What many rows come to in the log, worked out while others have their turn. */
export async function commitsInSteps(groups: readonly TabGroup[]): Promise<TabCommit[]> {
  const commits: TabCommit[] = [];
  for (const group of groups) commits.push(await runInSteps(group.commitSteps()));
  await nextTurn();
  return commits;
}
