/**
 * One Babel configuration for the app's bundle and for Jest.
 *
 * Browsers: those the app supports. Jest: the running Node, as CommonJS.
 */
module.exports = (api) => {
  const test = api.env('test');
  return {
    presets: [
      [
        '@babel/preset-env',
        test
          ? { targets: { node: 'current' } }
          : { targets: 'chrome >= 109, firefox >= 115, safari >= 16.4', modules: false, bugfixes: true },
      ],
      ['@babel/preset-react', { runtime: 'automatic' }],
      ['@babel/preset-typescript', { onlyRemoveTypeImports: true }],
    ],
  };
};
