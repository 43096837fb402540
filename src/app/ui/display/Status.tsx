import styled, { css } from 'styled-components';
import type { Project } from '../../../contract/projects';
import { turn } from '../forms/Button';

/** Kinds of status. Each has its own shape, so that it is readable without colour: disc, arc, diamond, square, ring. */
type StatusSign = 'ok' | 'busy' | 'warning' | 'bad' | 'off';

const signs = {
  ok: css`
    background: var(--success-dot);
  `,
  busy: css`
    border: 1.5px solid var(--info-dot);
    border-right-color: transparent;
    animation: ${turn} 0.8s linear infinite;
  `,
  warning: css`
    border-radius: 2px;
    background: var(--warn-dot);
    rotate: 45deg;
  `,
  bad: css`
    border-radius: 2px;
    background: var(--danger-dot);
  `,
  off: css`
    box-shadow: inset 0 0 0 1.5px var(--ink-3);
  `,
};

const wordColours: Partial<Record<StatusSign, string>> = { warning: '--warn-text', bad: '--danger-text' };

const Box = styled.span<{ $sign: StatusSign }>`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  color: var(${({ $sign }) => wordColours[$sign] ?? '--ink-2'});
  font-size: var(--text-sm);
  white-space: nowrap;

  &::before {
    content: '';
    flex: none;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    ${({ $sign }) => signs[$sign]}
  }
`;

interface StatusProps {
  readonly sign: StatusSign;
  readonly word: string;
  /** Reason, as tooltip. */
  readonly title?: string;
}

/** A sign and a word. */
export const Status = ({ sign, word, title }: StatusProps) => (
  <Box $sign={sign} title={title}>
    {word}
  </Box>
);

const words: Record<Project['status'], { sign: StatusSign; word: string }> = {
  live: { sign: 'ok', word: 'Live' },
  syncing: { sign: 'busy', word: 'Syncing' },
  stale: { sign: 'warning', word: 'Stale' },
  needsAccess: { sign: 'bad', word: 'Needs access' },
  paused: { sign: 'off', word: 'Paused' },
};

const NEEDS_KEY = 'Private: needs a key';

type ShownProject = Pick<Project, 'status' | 'statusReason'> & Partial<Pick<Project, 'access' | 'calledWithKey'>>;

/** Whether a project is live and private, and was never called with a key: its status then says that it needs one. */
const isUncalled = ({ status, access, calledWithKey }: ShownProject) =>
  status === 'live' && access === 'private' && !calledWithKey;

interface ProjectStatusProps {
  readonly project: ShownProject;
  /** Whether to show a short text, for a narrow column. */
  readonly short?: boolean;
}

/** The status of a project, with the reason as tooltip. */
export function ProjectStatus({ project, short = false }: ProjectStatusProps) {
  if (!isUncalled(project)) return <Status {...words[project.status]} title={project.statusReason} />;
  return <Status sign="ok" word={short ? 'Private' : NEEDS_KEY} title={short ? NEEDS_KEY : undefined} />;
}
