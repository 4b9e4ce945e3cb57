module example.com/endpoint

go 1.24.0

require github.com/yosida95/uritemplate/v3 v3.0.2
