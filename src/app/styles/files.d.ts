/** Style sheets are bundled by webpack and export nothing. */
declare module '*.css';
