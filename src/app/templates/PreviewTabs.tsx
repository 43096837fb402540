import { useRef, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import type { TemplateTab } from '../../contract/templates';

/** The tabs hang from the sheet. */
const Bar = styled.div`
  display: flex;
  gap: 4px;
  padding: 0 0 3px;
  overflow-x: auto;
  border-top: 1.5px solid var(--line-strong);
  scrollbar-width: none;
`;

const Tab = styled.button`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 8px;
  height: 34px;
  padding: 0 14px;
  border: 1px solid var(--line);
  border-top: 0;
  border-radius: 0 0 9px 9px;
  color: var(--ink-2);
  background: var(--subtle);
  font-size: var(--text-sm);
  white-space: nowrap;

  & > span {
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
  &[aria-selected='true'] {
    height: 36px;
    margin-top: -1.5px;
    border-color: var(--accent);
    color: var(--on-accent);
    background: var(--accent);
    font-weight: var(--weight-semibold);
  }
  &[aria-selected='true'] > span {
    color: inherit;
  }
  &[aria-selected='true']:focus-visible {
    outline-color: var(--on-accent);
  }
  &[aria-selected='true']::before {
    content: '';
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: currentColor;
  }
`;

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

interface PreviewTabsProps {
  readonly tabs: readonly TemplateTab[];
  readonly current: TemplateTab;
  /** Id of what shows the tab. */
  readonly panelId: string;
  readonly onChoose: (sheetId: number) => void;
}

/** The tabs of a template with their rows; arrows move and choose. */
export function PreviewTabs({ tabs, current, panelId, onChoose }: PreviewTabsProps) {
  const bar = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (tabs.indexOf(current) + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab) onChoose(tab.sheetId);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <Bar ref={bar} role="tablist" aria-label="Sheets" onKeyDown={onKeyDown}>
      {tabs.map(({ sheetId, title, rows }) => (
        <Tab
          key={sheetId}
          type="button"
          role="tab"
          id={`${panelId}-${sheetId}`}
          aria-selected={sheetId === current.sheetId}
          aria-controls={panelId}
          tabIndex={sheetId === current.sheetId ? 0 : -1}
          onClick={() => onChoose(sheetId)}
        >
          {title}
          <span>{rows}</span>
        </Tab>
      ))}
    </Bar>
  );
}
