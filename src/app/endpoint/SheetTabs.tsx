import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import styled from 'styled-components';
import type { Project, ProjectTab } from '../../contract/projects';
import { CountUp } from '../parts/CountUp';
import { useShortcuts } from '../parts/useShortcuts';
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
    height: 36px;
    margin-top: -1.5px;
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

/** `[` and `]` go to the tab before and after, and take the focus along: what had it goes with the tab's rows. */
function useTabKeys({ project, current, view }: SheetTabsProps) {
  const navigate = useNavigate();
  const bar = useRef<HTMLElement>(null);
  const step = (by: number) => {
    const tabs = shownTabs(project);
    const place = tabs.findIndex(({ sheetId }) => sheetId === current.sheetId) + by;
    const next = tabs[place];
    if (next === undefined) return;
    bar.current?.querySelectorAll('a')[place]?.focus();
    void navigate(paths.project(project.id, next.title, view));
  };
  useShortcuts({ '[': () => step(-1), ']': () => step(1) });
  return bar;
}

/** The sheet's tabs with their row counts; each is a link, and each has its endpoint. */
export function SheetTabs(props: SheetTabsProps) {
  const { project, current, view } = props;
  const here = useRef<HTMLAnchorElement>(null);
  const bar = useTabKeys(props);
  useEffect(() => here.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }), [current.sheetId]);
  return (
    <Bar ref={bar} aria-label="Sheets">
      {shownTabs(project).map(({ sheetId, title, rows }) => {
        const isHere = sheetId === current.sheetId;
        return (
          <Tab
            key={sheetId}
            ref={isHere ? here : undefined}
            to={paths.project(project.id, title, view)}
            aria-current={isHere ? 'page' : undefined}
          >
            <span>{title}</span>
            <CountUp value={rows} />
          </Tab>
        );
      })}
    </Bar>
  );
}
