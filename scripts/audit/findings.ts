import { isAffected } from './versions';

/** A hole that is known. */
export interface Advisory {
  readonly id: string;
  readonly package: string;
  readonly affected: string;
  readonly severity: 'low' | 'moderate' | 'high' | 'critical';
  readonly what: string;
}

/** What is kept of them, and when the list was last changed, by hand. */
export interface AdvisoryList {
  readonly changed: string;
  readonly advisories: readonly Advisory[];
}

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}

/** The parts of `package-lock.json` that are looked at. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function holesOf(name: string, version: string, { advisories }: AdvisoryList): string[] {
  return advisories
    .filter((one) => one.package === name && isAffected(version, one.affected))
    .map(({ id, severity, what }) => `${name} ${version}: ${id} (${severity}), ${what}. Update it.`);
}

function sourceOf(name: string, { integrity, resolved, link }: LockedPackage): string[] {
  if (link === true) return [`${name} is a link to a folder.`];
  const isElsewhere = resolved !== undefined && !/^https:\/\/[^/]+\/.*\.tgz$/.test(resolved);
  return [
    ...(integrity?.startsWith('sha512-') === true ? [] : [`${name} has no checksum (sha512) in package-lock.json.`]),
    ...(isElsewhere ? [`${name} does not come from a registry.`] : []),
  ];
}

/**
 * What is wrong with the packages that are installed: known holes, packages without a checksum or from elsewhere than a
 * registry, and scripts that would run at installation though nobody allowed them.
 *
 * @param allowed `allowScripts` of `package.json`
 */
export function findingsIn(lock: Lock, list: AdvisoryList, allowed: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, locked]) => {
      const name = nameOf(path);
      const runs = locked.hasInstallScript === true && locked.optional !== true && !(name in allowed);
      return [
        ...holesOf(name, locked.version ?? '0.0.0', list),
        ...sourceOf(name, locked),
        ...(runs ? [`${name} runs a script when it is installed, and package.json does not say whether it may.`] : []),
      ];
    });
}
