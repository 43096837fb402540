import { accessGuards } from './access';
import { fileGuards } from './files';
import type { Guard } from './guard';
import { loggingGuards } from './logging';
import { pageGuards } from './pages';
import { requestGuards } from './requests';
import { secondFactorGuards } from './secondFactor';
import { sessionGuards } from './sessions';

/** Every guard whose removal is tried. */
export const guards: readonly Guard[] = [
  ...sessionGuards,
  ...secondFactorGuards,
  ...requestGuards,
  ...accessGuards,
  ...fileGuards,
  ...loggingGuards,
  ...pageGuards,
];
