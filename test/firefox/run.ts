import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installOwnPackages } from '../fixtures/ownPackages';
import { startProduct, stopProduct } from '../fixtures/product';

/**
 * `npm run test:firefox`: a stranger's whole flow in Firefox, driven over WebDriver BiDi; then every screen at three widths in
 * both themes. `FIREFOX` names a binary other than Debian's. Pictures are stored in `test-results/firefox`.
 */
const firefox = process.env.FIREFOX || '/usr/bin/firefox-esr';

async function main() {
  if (!existsSync(firefox)) {
    throw new Error(
      `There is no Firefox at ${firefox}. Install Debian's package firefox-esr, or name another in FIREFOX.`,
    );
  }
  installOwnPackages(__dirname);
  const product = await startProduct({ LOG_LEVEL: 'warn' });
  try {
    const env = { ...process.env, FIREFOX: firefox, ORIGIN: product.url };
    const drive = spawn(process.execPath, [join(__dirname, 'drive.mjs')], { env, stdio: 'inherit' });
    process.exitCode = await new Promise<number>((resolve) => drive.once('close', (code) => resolve(code ?? 1)));
  } finally {
    await stopProduct(product);
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
