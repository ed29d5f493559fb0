// `main.ts` starts the sandbox. No other package imports the sandbox.

export {};
