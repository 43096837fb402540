import styled from 'styled-components';
import { MethodBadge } from '../ui/display/MethodBadge';
import { MiniSheet, MiniTab } from '../ui/layout/MiniSheet';

const Picture = styled.div`
  width: 100%;
  max-width: 520px;
`;

/** Line from the current tab down to the response, ending in a point. */
const Line = styled.div`
  position: relative;
  width: 1.5px;
  height: 36px;
  margin-left: 122px;
  background: var(--accent-line);

  &::after {
    content: '';
    position: absolute;
    bottom: -1px;
    left: -3px;
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: var(--point);
  }
`;

const Answer = styled.div`
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r-lg);
  background: var(--code-bg);
  box-shadow: var(--shadow-2);

  & > p {
    display: flex;
    align-items: center;
    gap: 10px;
    height: 40px;
    padding: 0 14px;
    border-bottom: 1px solid var(--line);
    color: var(--ink-3);
    background: var(--surface);
    font: 11.25px / 1 var(--font-mono);
  }
  & > p b {
    color: var(--accent-text);
    font-weight: 600;
  }
  & > pre {
    padding: 14px 16px;
    font-size: 12px;
    line-height: 20px;
  }
`;

const Name = styled.span`
  color: var(--code-key);
`;

const Text = styled.span`
  color: var(--code-str);
`;

const Figure = styled.span`
  color: var(--code-num);
`;

const sheet = [
  ['name', 'origin', 'price'],
  ['Kochere Natural', 'Ethiopia', '17.50'],
  ['Huila Pink Bourbon', 'Colombia', '21.00'],
  ['Nyeri AA', 'Kenya', '19.80'],
];

const answered = [
  ['r_8k2f', 'Kochere Natural'],
  ['r_8k2g', 'Huila Pink Bourbon'],
  ['r_8k2h', 'Nyeri AA'],
];

const Json = () => (
  <pre>
    {'{\n  '}
    <Name>"data"</Name>
    {': [\n'}
    {answered.map(([id, name], index) => (
      <span key={id}>
        {'    { '}
        <Name>"_id"</Name>: <Text>"{id}"</Text>, <Name>"name"</Name>: <Text>"{name}"</Text>
        {index < answered.length - 1 ? ' },\n' : ' }\n'}
      </span>
    ))}
    {'  ],\n  '}
    <Name>"meta"</Name>
    {': { '}
    <Name>"total"</Name>: <Figure>212</Figure>, <Name>"count"</Name>: <Figure>3</Figure>
    {' }\n}'}
  </pre>
);

/** Illustration of the product: a sheet, its tab, and the JSON response of the tab's endpoint. */
export const AuthPicture = () => (
  <Picture>
    <MiniSheet rows={sheet}>
      <MiniTab>roasters</MiniTab>
      <MiniTab $look="current">beans</MiniTab>
      <MiniTab>orders</MiniTab>
    </MiniSheet>
    <Line />
    <Answer>
      <p>
        <MethodBadge method="GET" />
        <span>
          /v1/k3v9tq2mxa7rfw5d<b>/beans</b>
        </span>
      </p>
      <Json />
    </Answer>
  </Picture>
);
