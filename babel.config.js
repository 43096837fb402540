/** Compiles the app's bundle for the supported browsers. */
module.exports = {
  presets: [
    ['@babel/preset-env', { targets: 'chrome >= 109, firefox >= 115, safari >= 16.4', modules: false, bugfixes: true }],
    ['@babel/preset-react', { runtime: 'automatic' }],
    ['@babel/preset-typescript', { onlyRemoveTypeImports: true }],
  ],
};
