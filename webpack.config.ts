import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { constants, type BrotliOptions, type ZlibOptions } from 'node:zlib';
import type * as Babel from '@babel/core';
import CompressionPlugin from 'compression-webpack-plugin';
import CopyPlugin from 'copy-webpack-plugin';
import HtmlPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { DefinePlugin, NormalModuleReplacementPlugin, type Compiler, type Configuration } from 'webpack';
import type {} from 'webpack-dev-server';
import { preloadManifest } from './src/app/pages/preloadManifest';

const root = __dirname;
const output = join(root, 'dist/app');
const fonts = join(root, 'src/app/styles/fonts');
const gallery = join(root, 'test/gallery');

/** Files that are pre-compressed; fonts and images are compressed formats. */
const compressible = /\.(js|css|html|svg|json)$/;

/** Returns an environment variable as code for `DefinePlugin`. */
const setting = (name: string, fallback?: string) => {
  const value = process.env[name] || fallback;
  return value === undefined ? 'undefined' : JSON.stringify(value);
};

/** Whether the app sends its API requests to its own origin. */
const isSameOrigin = !process.env.API_HOST && (process.env.TABPOINT_HOST || 'production') === 'production';

/** Writes the files that each route loads: for `scripts/bundleSize.mjs`, and for the server, which sends them as preloads. */
const chunkList = {
  apply(compiler: Compiler) {
    compiler.hooks.done.tap('ChunkList', (stats) => {
      const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true });
      const files = new Map(
        Object.entries(namedChunkGroups).map(
          ([name, group]) => [name, (group.assets ?? []).map((asset) => asset.name)] as const,
        ),
      );
      writeFileSync(join(root, 'dist/app-chunks.json'), JSON.stringify(Object.fromEntries(files), null, 2));
      const scriptsOf = (chunk: string) => {
        const scripts = files.get(chunk)?.filter((file) => file.endsWith('.js'));
        if (scripts === undefined)
          throw new Error(`There is no chunk "${chunk}": see src/app/pages/preloadManifest.ts.`);
        return scripts.map((file) => `/${file}`);
      };
      writeFileSync(join(output, 'pages.json'), JSON.stringify(preloadManifest(scriptsOf, isSameOrigin)));
    });
  },
};

/** Writes the source files of the app, fonts included: `scripts/package.mjs` collects the licences of their packages. */
const sourceList = {
  apply(compiler: Compiler) {
    const sources = new Set<string>();
    compiler.hooks.compilation.tap('SourceList', (compilation) => {
      if (compilation.compiler.name?.startsWith('HtmlWebpack')) return;
      compilation.hooks.finishModules.tap('SourceList', (modules) => {
        for (const module of modules) {
          const file = module.nameForCondition();
          if (file !== null) sources.add(relative(root, file).replaceAll('\\', '/'));
        }
      });
    });
    compiler.hooks.done.tap('SourceList', () =>
      writeFileSync(join(root, 'dist/app-sources.json'), JSON.stringify([...sources].sort(), null, 2)),
    );
  },
};

/** Babel plugin that removes `displayName` assignments, which keep unused components from being tree-shaken. */
const withoutDisplayNames = ({ types }: typeof Babel): Babel.PluginObj => ({
  visitor: {
    ExpressionStatement(path) {
      const { expression } = path.node;
      const { left } = types.isAssignmentExpression(expression) ? expression : {};
      if (types.isMemberExpression(left) && types.isIdentifier(left.property, { name: 'displayName' })) path.remove();
    },
  },
});

/** Returns the rule that makes a package of components tree-shakable: the preset marks their creation as free of side effects. */
const treeShaken = (name: string) => ({
  test: /\.m?js$/,
  include: join(root, 'node_modules', name),
  loader: 'babel-loader',
  options: {
    configFile: false,
    compact: true,
    presets: ['@babel/preset-react'],
    plugins: [withoutDisplayNames],
  },
});

const compressed = () => [
  new CompressionPlugin<ZlibOptions>({
    filename: '[path][base].gz',
    algorithm: 'gzip',
    test: compressible,
    compressionOptions: { level: 9 },
    minRatio: 1,
  }),
  new CompressionPlugin<BrotliOptions>({
    filename: '[path][base].br',
    algorithm: 'brotliCompress',
    test: compressible,
    compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } },
    minRatio: 1,
  }),
];

/** Serves every state of every screen under `/__states` of a development build: see test/gallery/README.md. */
const galleryPage = () =>
  new HtmlPlugin({
    template: 'public/index.html',
    filename: '__states/index.html',
    chunks: ['gallery'],
  });

/** Babel plugin that minifies the app's styles. */
const shortStyles = [
  'babel-plugin-styled-components',
  { minify: true, ssr: false, displayName: false, transpileTemplateLiterals: false },
];

/** Builds the app: hashed files in `assets/`, one chunk per route, one file for the libraries that every page needs. */
export default (_env: unknown, { mode }: { mode?: string }): Configuration => {
  const production = mode !== 'development';
  return {
    mode: production ? 'production' : 'development',
    context: root,
    entry: {
      app: './src/app/main.tsx',
      ...(production ? {} : { gallery: './test/gallery/main.tsx' }),
    },
    target: ['web', 'es2022'],
    devtool: production ? 'source-map' : 'cheap-module-source-map',
    output: {
      path: output,
      // `auto` derives it from the URL of the page's script, as the server may be below a base path.
      publicPath: production ? 'auto' : '/',
      filename: production ? 'assets/[name].[contenthash:8].js' : 'assets/[name].js',
      // Without names, which the entry file would contain for each chunk.
      chunkFilename: production ? 'assets/[contenthash:8].js' : 'assets/[name].js',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      clean: true,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      // The package's `exports` resolve to its development build in every mode.
      alias: production
        ? { 'react-router$': join(root, 'node_modules/react-router/dist/production/index.mjs') }
        : undefined,
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          include: [join(root, 'src'), gallery],
          loader: 'babel-loader',
          options: { plugins: production ? [shortStyles] : [] },
        },
        ...(production ? [treeShaken('react-router')] : []),
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
        { test: /\.woff2$/, type: 'asset/resource' },
        {
          test: /\.md$/,
          include: join(root, 'src/app/learn/guides'),
          loader: './scripts/guides/guideLoader.mjs',
        },
      ],
    },
    optimization: {
      // Shortest export names, mostly one letter.
      mangleExports: production && 'size',
      // Functions that are hoisted together instead of inlined compress better.
      minimizeOptions: { javascript: { compress: { passes: 2, hoist_funs: true, inline: 1 } } },
      splitChunks: {
        cacheGroups: {
          libraries: {
            name: 'libraries',
            type: /^javascript\//,
            test: /[\\/]node_modules[\\/]/,
            chunks: 'initial',
            enforce: true,
          },
        },
      },
    },
    performance: false,
    plugins: [
      new DefinePlugin({
        'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development'),
        'process.env.API_HOST': setting('API_HOST'),
        'process.env.STAGING_API_HOST': setting('STAGING_API_HOST'),
        'process.env.TABPOINT_HOST': setting('TABPOINT_HOST', production ? 'production' : 'local'),
        // Libraries use these to detect their environment.
        'typeof process': JSON.stringify('undefined'),
        'typeof window': JSON.stringify('object'),
        'typeof document': JSON.stringify('object'),
      }),
      // Smaller fonts with Latin letters only: see src/app/styles/fonts/README.md.
      new NormalModuleReplacementPlugin(/inter-latin-opsz-normal\.woff2$/, join(fonts, 'inter-latin.woff2')),
      new NormalModuleReplacementPlugin(/mono-latin-wght-normal\.woff2$/, join(fonts, 'jetbrains-mono-latin.woff2')),
      new HtmlPlugin({
        template: 'public/index.html',
        publicPath: '/',
        scriptLoading: 'defer',
        chunks: ['app'],
      }),
      ...(production ? [] : [galleryPage()]),
      new MiniCssExtractPlugin({
        filename: production ? 'assets/[name].[contenthash:8].css' : 'assets/[name].css',
      }),
      new CopyPlugin({
        patterns: [{ from: 'public', globOptions: { ignore: ['**/index.html', '**/README.md'] } }],
      }),
      ...(production ? [...compressed(), chunkList, sourceList] : []),
    ],
    devServer: {
      port: 3000,
      hot: true,
      historyApiFallback: { rewrites: [{ from: /^\/__states/, to: '/__states/index.html' }] },
      static: false,
      client: { overlay: { warnings: false } },
    },
  };
};
