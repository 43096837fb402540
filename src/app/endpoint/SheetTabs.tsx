import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import styled from 'styled-components';
import type { Project, ProjectTab } from '../../contract/projects';
import { shown } from '../parts/numbers';
import { isTyping } from '../parts/typing';
import { paths, type ProjectView } from '../paths';
import { shownTabs } from './shownTabs';

/** The tabs hang from a line, as in a spreadsheet. */
const Bar = styled.nav`
  display: flex;
  gap: 4px;
  overflow-x: auto;
  padding-bottom: 3px;
  border-top: 1.5px solid var(--line-strong);
  scrollbar-width: none;
`;

const Tab = styled(Link)`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 8px;
  max-width: 280px;
  height: 34px;
  padding: 0 14px;
  border: 1px solid var(--line);
  border-top: 0;
  border-radius: 0 0 9px 9px;
  color: var(--ink-2);
  background: var(--subtle);
  font-size: var(--text-sm);
  white-space: nowrap;
  transition:
    background var(--t-fast),
    color var(--t-fast);

  & > span:first-child {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > span:last-child {
    color: var(--ink-3);
    font-size: var(--text-xs);
    font-variant-numeric: tabular-nums;
  }
  &:hover {
    color: var(--ink);
    background: var(--sunken);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  &[aria-current] {
    height: 35px;
    border-color: var(--accent);
    color: var(--on-accent);
    background: var(--accent);
    font-weight: var(--weight-semibold);
  }
  &[aria-current] > span:last-child {
    color: inherit;
  }
  &[aria-current]:focus-visible {
    outline-color: var(--on-accent);
  }
  &[aria-current]::before {
    content: '';
    flex: none;
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: currentColor;
  }
`;

interface SheetTabsProps {
  readonly project: Project;
  readonly current: ProjectTab;
  /** Stays the same when the tab changes. */
  readonly view: ProjectView;
}

const steps: Readonly<Record<string, number>> = { '[': -1, ']': 1 };

/** `[` and `]` go to the tab before and after. */
function useTabKeys({ project, current, view }: SheetTabsProps) {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || isTyping(event)) return;
      const tabs = shownTabs(project);
      const next = tabs[tabs.findIndex(({ sheetId }) => sheetId === current.sheetId) + step];
      if (next) void navigate(paths.project(project.id, next.title, view === 'data' ? undefined : view));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, project, current, view]);
}

/** The sheet's tabs with their row counts; each is a link, and each has its endpoint. */
export function SheetTabs(props: SheetTabsProps) {
  const { project, current, view } = props;
  const here = useRef<HTMLAnchorElement>(null);
  useTabKeys(props);
  useEffect(() => here.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }), [current.sheetId]);
  return (
    <Bar aria-label="Sheets">
      {shownTabs(project).map(({ sheetId, title, rows }) => {
        const isHere = sheetId === current.sheetId;
        return (
          <Tab
            key={sheetId}
            ref={isHere ? here : undefined}
            to={paths.project(project.id, title, view === 'data' ? undefined : view)}
            aria-current={isHere ? 'page' : undefined}
          >
            <span>{title}</span>
            <span>{shown(rows)}</span>
          </Tab>
        );
      })}
    </Bar>
  );
}
