/** How the app's bundle is translated, for the browsers that the app supports. */
module.exports = {
  presets: [
    ['@babel/preset-env', { targets: 'chrome >= 109, firefox >= 115, safari >= 16.4', modules: false, bugfixes: true }],
    ['@babel/preset-react', { runtime: 'automatic' }],
    ['@babel/preset-typescript', { onlyRemoveTypeImports: true }],
  ],
};
