import { useRef, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import type { TemplateTab } from '../../contract/templates';
import { hangingBar, hangingTab } from '../parts/hangingTabs';

const Bar = styled.div`
  ${hangingBar}
`;

const Tab = styled.button`
  ${hangingTab}
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
          <span>{title}</span>
          <span>{rows}</span>
        </Tab>
      ))}
    </Bar>
  );
}
