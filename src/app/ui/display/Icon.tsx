/** Paths of the icons, on a 16 by 16 square with strokes of 1.5. */
const shapes = {
  plus: 'M8 3v10M3 8h10',
  key: 'M5.25 8a2.75 2.75 0 1 1 0 5.5 2.75 2.75 0 0 1 0-5.5Zm2 .75 5.5-5.5M10.5 5.5l1.75 1.75',
  play: 'M5 3.25v9.5L12.5 8 5 3.25Z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  undo: 'M5.5 3 2.75 5.75 5.5 8.5M3 5.75h6.25a3.5 3.5 0 0 1 0 7H6',
  redo: 'M10.5 3l2.75 2.75L10.5 8.5M13 5.75H6.75a3.5 3.5 0 0 0 0 7H10',
  pencil: 'M10.25 3.5 12.5 5.75 6 12.25l-3 .75.75-3 6.5-6.5Z',
  cross: 'm4 4 8 8m0-8-8 8',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  checkRound: 'M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 0 1 0-11.5Zm-2.5 5.95 1.8 1.8 3.3-3.7',
  alert: 'M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 0 1 0-11.5ZM8 5v3.5M8 10.8v.05',
  info: 'M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 0 1 0-11.5ZM8 7.5v3.25M8 5.2v.05',
  warning: 'M8 2.25 14 13H2L8 2.25ZM8 6.5v3M8 11.2v.05',
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  right: 'm6 4 4 4-4 4',
  arrow: 'M3 8h9.5M8.75 4.25 12.5 8l-3.75 3.75',
  bars: 'M2.5 5h11M2.5 11h11',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  columns:
    'M3.75 3h8.5c.83 0 1.5.67 1.5 1.5v7c0 .83-.67 1.5-1.5 1.5h-8.5c-.83 0-1.5-.67-1.5-1.5v-7c0-.83.67-1.5 1.5-1.5ZM6.1 3v10M9.9 3v10',
  table:
    'M3.75 3h8.5c.83 0 1.5.67 1.5 1.5v7c0 .83-.67 1.5-1.5 1.5h-8.5c-.83 0-1.5-.67-1.5-1.5v-7c0-.83.67-1.5 1.5-1.5ZM2.25 6.5h11.5M6.25 6.5V13',
  braces:
    'M6 2.75c-1.6 0-2 .7-2 2V6.5C4 7.5 3.3 8 2.5 8 3.3 8 4 8.5 4 9.5v1.75c0 1.3.4 2 2 2M10 2.75c1.6 0 2 .7 2 2V6.5c0 1 .7 1.5 1.5 1.5-.8 0-1.5.5-1.5 1.5v1.75c0 1.3-.4 2-2 2',
  search: 'M7 2.75a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5Zm3.25 7.5 3 3',
  link: 'm6.5 9.5 3-3M7.25 4.75l1.1-1.1a2.83 2.83 0 0 1 4 4l-1.1 1.1M8.75 11.25l-1.1 1.1a2.83 2.83 0 0 1-4-4l1.1-1.1',
  upload: 'M8 10.5V3M4.75 6 8 2.75 11.25 6M2.75 10.5v2.75h10.5V10.5',
  download: 'M8 3v7.5M4.75 7.5 8 10.75l3.25-3.25M2.75 10.5v2.75h10.5V10.5',
  copy: 'M7.25 5.75h4.5c.83 0 1.5.67 1.5 1.5v4.5c0 .83-.67 1.5-1.5 1.5h-4.5c-.83 0-1.5-.67-1.5-1.5v-4.5c0-.83.67-1.5 1.5-1.5ZM10.25 3.5v-.25c0-.83-.67-1.5-1.5-1.5h-5c-.83 0-1.5.67-1.5 1.5v5c0 .83.67 1.5 1.5 1.5h.25',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  refresh: 'M13.25 8a5.25 5.25 0 0 1-9.3 3.35M2.75 8a5.25 5.25 0 0 1 9.3-3.35M12.25 2v3h-3M3.75 14v-3h3',
  open: 'M6.5 3.5h-3v9h9v-3M9 2.75h4.25V7M13 3 7.25 8.75',
  eye: 'M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8ZM8 6.25a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5Z',
  eyeOff:
    'M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8ZM8 6.25a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5ZM3 13 13 3',
  person:
    'M8 2.75a2.75 2.75 0 1 1 0 5.5 2.75 2.75 0 0 1 0-5.5ZM2.75 13.5c.6-2.5 2.6-3.75 5.25-3.75s4.65 1.25 5.25 3.75',
  leave: 'M6.5 2.75H3.25v10.5H6.5M6.5 8h7M10.75 5.25 13.5 8l-2.75 2.75',
  trash: 'M2.75 4.25h10.5M6 4V2.75h4V4M4.25 4.5l.5 8.75h6.5l.5-8.75',
  lock: 'M4.5 7h7c.83 0 1.5.67 1.5 1.5V12c0 .83-.67 1.5-1.5 1.5h-7c-.83 0-1.5-.67-1.5-1.5V8.5C3 7.67 3.67 7 4.5 7ZM5.25 7V5a2.75 2.75 0 0 1 5.5 0v2',
  globe:
    'M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 0 1 0-11.5ZM2.5 8h11M8 2.25c2 1.9 2.4 3.9 2.4 5.75S10 11.85 8 13.75C6 11.85 5.6 9.85 5.6 8S6 4.15 8 2.25Z',
} as const;

export type IconName = keyof typeof shapes;

interface IconProps {
  readonly name: IconName;
  /** Width and height in pixels; 16 by default. */
  readonly size?: number;
}

interface DrawingProps {
  readonly path: string;
  /** Width and height of the square on which it is drawn; 16 by default. */
  readonly box?: number;
  readonly size?: number | undefined;
  readonly strokeWidth?: number;
}

/** A path on a square, hidden from screen readers. */
export const Drawing = ({ path, box = 16, size = 16, strokeWidth = 1.5 }: DrawingProps) => (
  <svg
    width={size}
    height={size}
    viewBox={`0 0 ${box} ${box}`}
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);

/** An icon beside a text; hidden from screen readers, which read the text. */
export const Icon = ({ name, size }: IconProps) => (
  <Drawing path={shapes[name]} size={size} strokeWidth={name === 'more' ? 2.4 : 1.5} />
);
