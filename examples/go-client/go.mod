module example.com/follow

go 1.25.0

require (
	github.com/coder/websocket v1.8.15
	golang.org/x/crypto v0.55.0
)

require golang.org/x/sys v0.47.0 // indirect
