/**
 * Locks the dependencies of the npm package, so that its users get the tested versions.
 *
 * @typedef {{ version: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked
 */

/** Resolves a package name from a folder as Node does: in its `node_modules`, or in that of a parent folder. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
}

/** Returns the dependencies, optional dependencies and required peer dependencies of a package. */
function namesNeededBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Returns the paths in `node_modules` of packages and all their dependencies. @param {Record<string, Locked>} packages */
function placesFor(packages, names) {
  const places = new Set();
  const add = (from, name) => {
    const place = placeOf(packages, from, name);
    if (place === undefined)
      throw new Error(`package-lock.json does not know ${name}, which ${from || 'Tabpoint'} needs.`);
    if (places.has(place)) return;
    places.add(place);
    for (const needed of namesNeededBy(packages[place])) add(place, needed);
  };
  for (const name of names) add('', name);
  return [...places].sort();
}

/**
 * Returns the content of `npm-shrinkwrap.json` of a package.
 *
 * @param lock content of the repository's `package-lock.json`
 * @param manifest content of the package's `package.json`
 */
export function shrinkwrapFor({ packages }, manifest) {
  const { name, version, license, engines, bin, dependencies } = manifest;
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name, version, license, dependencies, bin, engines },
      ...Object.fromEntries(placesFor(packages, Object.keys(dependencies)).map((place) => [place, packages[place]])),
    },
  };
}
