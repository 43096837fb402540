import { accessGuards } from './access';
import { accountsGuards } from './accounts';
import { contentGuards } from './content';
import type { Guard } from './guard';

/** Every guard whose removal is tested. */
export const guards: readonly Guard[] = [...accountsGuards, ...accessGuards, ...contentGuards];
