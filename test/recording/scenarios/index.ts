import type { Scenario } from '../stage';
import { account } from './account';
import { administration } from './administration';
import { formats } from './formats';
import { forms } from './forms';
import { googleAccount, googleServer } from './googleAccount';
import { googleLink } from './googleLink';
import { grid } from './grid';
import { guides } from './guides';
import { keeping } from './keeping';
import { keys } from './keys';
import { limits } from './limits';
import { machines } from './machines';
import { projects } from './projects';
import { reading } from './reading';
import { secondFactor } from './secondFactor';
import { smoke } from './smoke';
import { uploads } from './uploads';
import { versions } from './versions';
import { writing } from './writing';
import { wrong } from './wrong';

/** Every scenario, the slowest first. */
export const scenarios: readonly Scenario[] = [
  ...[limits, administration, googleLink, keeping, projects, reading, writing, keys, uploads, account, guides],
  ...[googleAccount, secondFactor, grid, versions, formats, forms, machines, wrong, googleServer, smoke],
];
