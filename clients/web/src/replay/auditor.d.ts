/** What the auditor of clients/auditors/audit.mjs gives, as far as this page uses it. */
declare module "*/auditors/audit.mjs" {
  export interface Fault {
    code: string;
    line: number;
    reason: string;
    expected: unknown;
    found: unknown;
  }
  export interface Step {
    line: number;
    n: number | null;
    type: string | null;
    draw: string | null;
    chain: boolean | null;
    dice: boolean | null;
    fault: Fault | null;
  }
  export interface Report {
    ok: boolean;
    level: "chain" | "seal" | "dice" | null;
    fails: "chain" | "seal" | "dice" | null;
    code: string | null;
    line: number | null;
    reason: string;
    expected: unknown;
    found: unknown;
    records: number;
    game: string;
    game_id: string;
    outcome: string | null;
    key: string;
    sealed: boolean | "unknown key" | null;
    warnings: { code: string; text: string }[];
  }
  export function auditSteps(input: Uint8Array): Promise<{ report: Report; steps: Step[] }>;
  export function contentOf(created: unknown): { dice?: Record<string, { faces: string[] }> };
}
