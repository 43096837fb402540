import { accessGuards } from './access';
import { accountGuards } from './accounts';
import { answerGuards } from './answers';
import { fileGuards } from './files';
import type { Guard } from './guard';
import { loggingGuards } from './logging';
import { operationGuards } from './operation';
import { pageGuards } from './pages';
import { requestGuards } from './requests';
import { secondFactorGuards } from './secondFactor';
import { sessionGuards } from './sessions';

/** Every guard whose removal is tried. */
export const guards: readonly Guard[] = [
  ...sessionGuards,
  ...accountGuards,
  ...secondFactorGuards,
  ...requestGuards,
  ...answerGuards,
  ...accessGuards,
  ...fileGuards,
  ...operationGuards,
  ...loggingGuards,
  ...pageGuards,
];
